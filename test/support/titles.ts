// The events of a service, read without the program.

/** The titles of all events, those of each page after the other, sorted. */
export async function titlesAt(api_root: string): Promise<readonly string[]> {
  const titles: string[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const response = await fetch(`${api_root}/events?start_date=2000-01-01&per_page=50&page=${page}`)
    const { events, total_pages } = JSON.parse(await response.text())
    titles.push(...events.map(({ title }: { readonly title: string }) => title))
    pages = total_pages
  }
  return titles.sort()
}

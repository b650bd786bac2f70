// An async iterator over pushed values: each push resolves when its value has been consumed.

export async function* pushIterator<T>(
  work: (push: (value: T) => Promise<void>) => Promise<void>,
): AsyncGenerator<T, void, void> {
  let offer: ((next: { readonly value: T; readonly taken: () => void } | undefined) => void) | undefined
  let failure: unknown
  const next = () =>
    new Promise<{ readonly value: T; readonly taken: () => void } | undefined>((resolve) => {
      offer = resolve
    })
  let waiting = next()
  const finished = work((value) => new Promise((taken) => offer?.({ value, taken })))
    .catch((error) => {
      failure = error ?? new Error('the work failed without saying why')
    })
    .finally(() => offer?.(undefined))
  for (let given = await waiting; given; given = await waiting) {
    waiting = next()
    yield given.value
    given.taken()
  }
  await finished
  if (failure !== undefined) throw failure
}

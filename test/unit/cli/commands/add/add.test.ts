// `cal add`: its preview, the event it creates, and what it rejects.
import { describe, expect, it } from 'vitest'
import { newWorkspace } from '../../../../support/workspace.ts'

async function furnished() {
  const at = newWorkspace()
  await at.cal("venues create --venue 'Blue Cellar'")
  await at.cal('categories create --name Music')
  await at.cal('tags create --name late')
  return at
}

describe('add', () => {
  it('does not take the text of a file for the name of another one', async () => {
    const { cal, write } = await furnished()
    write('text.txt', '@secret.txt')
    write('secret.txt', 'hunter2')
    const { stdout } = await cal("add 'Walk tomorrow 9am' --description @text.txt -o json")
    expect(JSON.parse(stdout).description).toContain('@secret.txt')
  })
})

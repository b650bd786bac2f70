import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { replaceFile, writeAtomically } from '../../../../src/base/files/atomic-file.ts'
import { newFolder } from '../../../support/folder.ts'

const folder = () => newFolder()

describe('a file that is written atomically', () => {
  it('can be written by several writers at the same time', async () => {
    const cwd = folder()
    const path = join(cwd, 'events.csv')
    await Promise.all(['one', 'two', 'three'].map((text) => writeAtomically(path, [text])))
    expect(['one', 'two', 'three']).toContain(readFileSync(path, 'utf8'))
    expect(readdirSync(cwd)).toEqual(['events.csv'])
  })

  it('leaves the file and no temporary one if writing fails', async () => {
    const cwd = folder()
    const path = join(cwd, 'ready.json')
    writeFileSync(path, 'before')
    const write = async () => {
      throw new Error('the disk is full')
    }
    await expect(replaceFile(path, write, 0o600)).rejects.toThrow('the disk is full')
    expect(readdirSync(cwd)).toEqual(['ready.json'])
    expect(readFileSync(path, 'utf8')).toBe('before')
  })
})

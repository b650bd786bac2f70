// A ZIP file of texts, for workbooks.
import { crc32 as checksum, deflateRawSync } from 'node:zlib'

/** `claimed`: a false size of each part for the directory. */
export function zipOf(parts: Readonly<Record<string, string>>, claimed?: number): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(parts)) {
    const [plain, path] = [Buffer.from(text), Buffer.from(name)]
    const packed = deflateRawSync(plain)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(8, 4)
    head.writeUInt32LE(checksum(plain), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(claimed ?? plain.length, 18)
    head.writeUInt16LE(path.length, 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    bodies.push(Buffer.from('PK\u0003\u0004'), head, path, packed)
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), head, rest, path)
    at += 30 + path.length + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(Object.keys(parts).length, 4)
  end.writeUInt16LE(Object.keys(parts).length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...bodies, listed, Buffer.from('PK\u0005\u0006'), end])
}

// The OpenAPI document of deployed services, which is inaccurate.
import { isObject, itemsOf, type Json } from '../../base/json.ts'
import { isPlural, isTerm } from '../../spec/resources.ts'
import { type Piece, reference, schema_names } from '../openapi/document.ts'

/**
 * The document with the errors of the deployed one: no POST of collections, no PUT and PATCH, lists without their
 * envelope, a server without its port, and some wrong types.
 *
 * Source: interface Q27.
 */
export function deployedDocument(document: Piece): Piece {
  const { servers, paths, components } = document
  return {
    ...document,
    openapi: '3.0.0',
    servers: itemsOf(servers).map((server) => ({
      url: `${String(pieceOf(server).url).replace(/:\d+(?=\/)/, '')}/`,
    })),
    paths: mapped(paths, (item, path) => deployedItem(pieceOf(item), path)),
    components: { ...pieceOf(components), schemas: mapped(pieceOf(components).schemas, deployedSchema) },
  }
}

function deployedItem(item: Piece, path: string): Piece {
  const { get, post, delete: remove } = item
  if (!path.includes('{')) return { get: listed(pieceOf(get), path) }
  return {
    get,
    ...(isObject(post) && { post: { ...post, requestBody: formOnly(pieceOf(post.requestBody)) } }),
    delete: remove,
  }
}

/** The description of a list, with an array of records as response. */
function listed(get: Piece, path: string): Piece {
  const plural = path.slice(1)
  if (!isPlural(plural)) return get
  const responses = pieceOf(get.responses)
  const schema = {
    title: plural,
    type: 'array',
    items: reference(isTerm(plural) ? 'LinkedTerm' : schema_names[plural]),
  }
  return {
    ...get,
    responses: { ...responses, 200: { ...pieceOf(responses['200']), content: { 'application/json': { schema } } } },
  }
}

function formOnly(body: Piece): Piece {
  const form = 'application/x-www-form-urlencoded'
  return { ...body, content: { [form]: pieceOf(body.content)[form] } }
}

const wrong_types: Readonly<Record<string, string>> = {
  author: 'integer',
  start_date_details: 'array',
  end_date_details: 'array',
  utc_start_date_details: 'array',
  utc_end_date_details: 'array',
}

function deployedSchema(schema: Json | undefined): Json | undefined {
  if (!isObject(schema) || !isObject(schema.properties)) return schema
  const properties = mapped(schema.properties, (row, name) => {
    const type = wrong_types[name]
    const { description } = pieceOf(row)
    return type === undefined ? row : { description, type, ...(type === 'array' && { items: {} }) }
  })
  return { ...schema, properties }
}

function mapped(value: Json | undefined, change: (item: Json | undefined, name: string) => Json | undefined): Piece {
  return Object.fromEntries(Object.entries(pieceOf(value)).map(([name, item]) => [name, change(item, name)]))
}

/** The value if it is an object, else an empty object. */
function pieceOf(value: Json | undefined): Piece {
  return isObject(value) ? value : {}
}

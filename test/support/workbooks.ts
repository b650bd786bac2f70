// Builds workbooks in the form of Excel and LibreOffice from rows of XML cells.
import { zipOf } from './zip.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'

/** By style number: a date, a time, both, a German date, a price, a postal code, a duration, and others. */
const formats = [0, 14, 20, 22, 164, 165, 166, 46, 9, 10, 167, 168, 169, 170, 171, 172, 173]
const styles =
  `<styleSheet xmlns="${main}"><numFmts count="10"><numFmt numFmtId="164" formatCode="[$-407]dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="#,##0.00\\ &quot;€&quot;"/><numFmt numFmtId="166" formatCode="00000"/><numFmt numFmtId="167" formatCode="#,##0.00\\ [$€-407]"/><numFmt numFmtId="168" formatCode="0&quot; Plätze&quot;"/><numFmt numFmtId="169" formatCode="_-* #,##0.00\\ [$CHF]_-"/><numFmt numFmtId="170" formatCode="#,##0.000"/><numFmt numFmtId="171" formatCode="0.00E+00"/><numFmt numFmtId="172" formatCode="hh&quot;h&quot;mm"/><numFmt numFmtId="173" formatCode="_-* #,##0.00\\ _C_H_F_-"/></numFmts>` +
  `<fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${formats.length}">${formats.map((id) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`

export const text = (value: string) => ` t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`
export const number = (value: number, style = 0) => ` s="${style}"><v>${value}</v></c>`

export interface ExcelSheet {
  readonly name: string
  /** Cells by row number, each as the text after `<c r="A1"`; an empty text means no cell. */
  readonly rows: Readonly<Record<number, readonly string[]>>
  readonly merged?: readonly string[]
  readonly hidden?: boolean
  readonly hidden_rows?: readonly number[]
  /** Column numbers from 1. */
  readonly hidden_columns?: readonly number[]
  /** Whether dates count from 1904. */
  readonly is1904?: boolean
}

export function excel(sheets: readonly ExcelSheet[], claimed?: number): Buffer {
  const sheetOf = ({ rows, merged = [], hidden_rows = [], hidden_columns = [] }: ExcelSheet) =>
    `<worksheet xmlns="${main}">${hidden_columns.length > 0 ? `<cols>${hidden_columns.map((c) => `<col min="${c}" max="${c}" hidden="1"/>`).join('')}</cols>` : ''}<sheetData>${Object.entries(
      rows,
    )
      .map(
        ([row, cells]) =>
          `<row r="${row}"${hidden_rows.includes(Number(row)) ? ' hidden="1"' : ''}>${cells.map((cell, i) => (cell === '' ? '' : `<c r="${String.fromCharCode(65 + i)}${row}"${cell}`)).join('')}</row>`,
      )
      .join('')}</sheetData>` +
    `${merged.length > 0 ? `<mergeCells count="${merged.length}">${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>` : ''}</worksheet>`
  return zipOf(
    {
      '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
      '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}">${sheets[0]?.is1904 === true ? '<workbookPr date1904="1"/>' : ''}<sheets>${sheets.map(({ name, hidden }, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"${hidden === true ? ' state="hidden"' : ''}/>`).join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships">${sheets.map((_, i) => `<Relationship Id="rId${i + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}<Relationship Id="rId99" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
      'xl/styles.xml': styles,
      ...Object.fromEntries(sheets.map((sheet, i) => [`xl/worksheets/sheet${i + 1}.xml`, sheetOf(sheet)])),
    },
    claimed,
  )
}

/** Builds a sheet from rows of cells, each as `type attributes>shown`. */
export function libreOffice(name: string, rows: readonly (readonly string[])[]): Buffer {
  const end = '<table:table-cell table:number-columns-repeated="16000"/>'
  return openDocument(
    `<table:table table:name="${name}">${rows.map((row) => `<table:table-row>${row.map(odsCell).join('')}${end}</table:table-row>`).join('')}<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>`,
  )
}

/** A cell from `type attributes>shown`. */
export function odsCell(cell: string): string {
  const [, type = '', attributes = '', shown = ''] = /^(\S+)\s*([^>]*)>(.*)$/s.exec(cell) ?? []
  return `<table:table-cell office:value-type="${type}" ${attributes}><text:p>${shown}</text:p></table:table-cell>`
}

/** `encryption` is what the manifest says about it. */
export function openDocument(tables: string, styles = '', encryption = ''): Buffer {
  const names = ['office', 'table', 'text', 'style']
    .map((one) => `xmlns:${one}="urn:oasis:names:tc:opendocument:xmlns:${one}:1.0"`)
    .join(' ')
  return zipOf({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<office:document-content ${names} office:version="1.2"><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
    'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/>${encryption}</manifest:manifest>`,
  })
}

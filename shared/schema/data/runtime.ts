// The types of runtime, in the notation of ../notation.ts: one field per line.

export const runtime = `
type Unknown
  typeMeta         1  TypeMeta
  raw              2  bytes
  contentEncoding  3  string
  contentType      4  string

type TypeMeta
  apiVersion  1  string
  kind        2  string
`;

// The types of node.{api}/v1, in the notation of ../notation.ts: one field per line.

export const nodeV1 = `
type Overhead
  podFixed  1  {quantity}

kind RuntimeClass
  metadata    1  meta/v1.ObjectMeta
  handler     2  string              required  written  unchecked
  overhead    3  Overhead?
  scheduling  4  Scheduling?

kind RuntimeClassList
  metadata  1  meta/v1.ListMeta
  items     2  [RuntimeClass]    required  written

type Scheduling
  nodeSelector  1  {string}              atomic
  tolerations   2  [core/v1.Toleration]
`;

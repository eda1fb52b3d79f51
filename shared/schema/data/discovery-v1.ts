// The types of discovery.{api}/v1, in the notation of ../notation.ts: one field per line.

export const discoveryV1 = `
type Endpoint
  addresses           1  [string]                  required  written  set  tolerant
  conditions          2  EndpointConditions
  hostname            3  string?
  targetRef           4  core/v1.ObjectReference?
  deprecatedTopology  5  {string}
  nodeName            6  string?
  zone                7  string?
  hints               8  EndpointHints?

type EndpointConditions
  ready        1  bool?
  serving      2  bool?
  terminating  3  bool?

type EndpointHints
  forZones  1  [ForZone]
  forNodes  2  [ForNode]

type EndpointPort atomic
  name         1  string?  = ""
  protocol     2  string?  enum(SCTP|TCP|UDP)  = "TCP"
  port         3  int32?
  appProtocol  4  string?

kind EndpointSlice
  metadata     1  meta/v1.ObjectMeta
  addressType  4  string              required  written  enum(FQDN|IPv4|IPv6)
  endpoints    2  [Endpoint]          required  written  unchecked
  ports        3  [EndpointPort]      written

kind EndpointSliceList
  metadata  1  meta/v1.ListMeta
  items     2  [EndpointSlice]   required  written

type ForNode
  name  1  string  required  written

type ForZone
  name  1  string  required  written  unchecked
`;

// The types of apidiscovery.{api}/v2, in the notation of ../notation.ts: one field per line.

export const apidiscoveryV2 = `
kind APIGroupDiscovery
  metadata  1  meta/v1.ObjectMeta
  versions  2  [APIVersionDiscovery]  map(version)

kind APIGroupDiscoveryList
  metadata  1  meta/v1.ListMeta
  items     2  [APIGroupDiscovery]  required  written

type APIResourceDiscovery
  resource          1  string                     required  written
  responseKind      2  meta/v1.GroupVersionKind?
  scope             3  string                     required  written
  singularResource  4  string                     required  written
  verbs             5  [string]                   required  written  set
  shortNames        6  [string]                   set
  categories        7  [string]                   set
  subresources      8  [APISubresourceDiscovery]  map(subresource)

type APISubresourceDiscovery
  subresource    1  string                      required  written
  responseKind   2  meta/v1.GroupVersionKind?
  acceptedTypes  3  [meta/v1.GroupVersionKind]  map(group,version,kind)
  verbs          4  [string]                    required  written  set

type APIVersionDiscovery
  version    1  string                  required  written
  resources  2  [APIResourceDiscovery]  map(resource)
  freshness  3  string
`;

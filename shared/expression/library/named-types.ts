// Types of the API's own libraries. Their names carry the maker's token, so they are made for a vendor.

import { opaqueType, Type } from '../type/type.ts';

export interface LibraryTypes {
  readonly URL: Type;
  readonly Quantity: Type;
  readonly Semver: Type;
  readonly NamedFormat: Type;
  readonly Authorizer: Type;
  readonly PathCheck: Type;
  readonly GroupCheck: Type;
  readonly ResourceCheck: Type;
  readonly Decision: Type;
  readonly IP: Type;
  readonly CIDR: Type;
}

/** Its values have functions and no fields. */
function closed(name: string): Type {
  return new Type('struct', name);
}

/** The types, named with the maker's token: `<maker>.Quantity`. */
export function libraryTypes(maker: string): LibraryTypes {
  return {
    URL: closed(`${maker}.URL`),
    Quantity: closed(`${maker}.Quantity`),
    Semver: closed(`${maker}.Semver`),
    NamedFormat: closed(`${maker}.NamedFormat`),
    Authorizer: closed(`${maker}.authorization.Authorizer`),
    PathCheck: closed(`${maker}.authorization.PathCheck`),
    GroupCheck: closed(`${maker}.authorization.GroupCheck`),
    ResourceCheck: closed(`${maker}.authorization.ResourceCheck`),
    Decision: closed(`${maker}.authorization.Decision`),
    IP: opaqueType('net.IP'),
    CIDR: opaqueType('net.CIDR'),
  };
}

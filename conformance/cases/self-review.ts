// Who a caller is, as the service tells it; and the flags under which it trusts the proxies of these cases.

import { expectField } from '../wire/expect/object.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { Wire } from '../wire/wire.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { Launch } from './case.ts';
import { proxyAuthority } from './proxy-certificates.ts';

export function selfReview(wire: Wire, vendor: Vendor): Promise<Exchange> {
  const apiVersion = vendor.fill('authentication.{api}/v1');
  return wire.post(`/apis/${apiVersion}/selfsubjectreviews`, { apiVersion, kind: 'SelfSubjectReview' });
}

/** A server that trusts the proxies, with these flags beyond the two that are needed. */
export function trusting(...flags: readonly string[]): Launch {
  return {
    server: [
      '--requestheader-client-ca-file={folder}/proxies.crt',
      '--requestheader-username-headers=x-remote-user,X-Other-User',
      ...flags,
    ],
    files: { 'proxies.crt': proxyAuthority },
  };
}

/** All that the documents suggest. */
export const suggested = trusting(
  '--requestheader-group-headers=X-Remote-Group,X-Other-Group',
  '--requestheader-extra-headers-prefix=X-Remote-Extra-',
);

export function expectUser(answer: Exchange, username: string): void {
  expectField(answer, 'status.userInfo.username', username);
}

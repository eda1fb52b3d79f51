import type { Case, Launch } from '../../contract/case.ts';
import { front, proxyAuthority } from '../../fixtures/proxy-certificates.ts';
import { selfReview } from '../../fixtures/self-review.ts';
import { fieldOf } from '../../wire/expect/object.ts';
import { expectThat } from '../../wire/expect/value.ts';

const withoutUserHeaders: Launch = {
  server: [
    '--requestheader-client-ca-file={folder}/proxies.crt',
    '--requestheader-group-headers=X-Remote-Group',
    '--requestheader-extra-headers-prefix=X-Remote-Extra-',
  ],
  files: { 'proxies.crt': proxyAuthority },
};

export default {
  id: 'proxy-without-user-headers',
  title: 'Without the flag of the user name headers a server MUST NOT start, or trust no header for the user name.',
  requirements: ['REQHDR-001'],
  needs: ['launch-server'],
  async run(c) {
    const end = await c.attemptServer(withoutUserHeaders);
    if (end !== undefined) {
      expectThat('exit code of the start', end.code !== 0, 'not 0', end.code);
      return;
    }
    // What the server tells other servers about the proxies that it trusts.
    const server = await c.launchServer(withoutUserHeaders);
    const path = `/api/v1/namespaces/${c.vendor.fill('{short}-system')}/configmaps/extension-apiserver-authentication`;
    const told = fieldOf(await server.wire.get(path), ['data', 'requestheader-username-headers']);
    expectThat('headers that are trusted', told === undefined || told === '[]', 'none', told);
    for (const name of ['X-Remote-User', 'Remote-User', 'X-Forwarded-User']) {
      const proxied = server.withCertificate(front).withHeaders({ [name]: 'jane', 'X-Remote-Group': 'system:masters' });
      const answer = await selfReview(proxied, c.vendor);
      expectThat(
        `user with the header ${name}`,
        !answer.text().includes('jane'),
        'not that of the header',
        answer.text(),
      );
    }
  },
} satisfies Case;

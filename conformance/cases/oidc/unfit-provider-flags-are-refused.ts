import type { Case } from '../../contract/case.ts';
import { withIdentityProvider } from '../../fixtures/access/identity-provider.ts';
import { flagsOf, trustingByFlags } from '../../fixtures/access/provider-flags.ts';
import { expectRefusedStart, expectStart } from '../../fixtures/access/starts.ts';

export default {
  id: 'unfit-provider-flags-are-refused',
  title:
    'A server MUST NOT start with an issuer by flag that is not https, nor with an algorithm that providers do not sign by.',
  requirements: ['OIDC-052', 'OIDC-070'],
  needs: ['launch-server'],
  async run(c) {
    await withIdentityProvider(c, async (provider) => {
      const flags = flagsOf(provider, 'one');
      await expectStart(c, 'flags as they have to be', trustingByFlags([...flags, '--oidc-signing-algs=ES512']));
      await c.holds('OIDC-052', () =>
        expectRefusedStart(
          c,
          'an issuer without TLS',
          trustingByFlags(flags.map((flag) => flag.replace('=https:', '=http:'))),
        ),
      );
      await c.holds('OIDC-070', async () => {
        for (const algorithm of ['HS256', 'none', 'EdDSA', 'RS256,HS512']) {
          await expectRefusedStart(
            c,
            `the algorithm ${algorithm}`,
            trustingByFlags([...flags, `--oidc-signing-algs=${algorithm}`]),
          );
        }
      });
    });
  },
} satisfies Case;

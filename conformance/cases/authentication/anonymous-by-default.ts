import { expectPattern } from '../../wire/expect/object.ts';
import { expectFailure, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { plain } from '../../fixtures/launches.ts';

export default {
  id: 'anonymous-by-default',
  title: 'A request without credentials MUST be treated as anonymous by default, whatever mode denies it.',
  requirements: ['AUTHN-018', 'AUTHN-059'],
  needs: ['launch-server'],
  launch: plain,
  async run(c) {
    expectOk(await c.anonymous.get('/healthz'));
    const refused = await c.anonymous.get('/api/v1/nodes');
    expectFailure(refused, 403, 'Forbidden');
    expectPattern(refused, 'message', /system:anonymous/);
    // The default is that of every mode that does not allow all, not of roles only.
    await c.holds('AUTHN-059', async () => {
      const denying = await c.launchServer({ server: ['--authorization-mode=AlwaysDeny'] });
      const denied = await denying.anonymous.get('/healthz');
      expectFailure(denied, 403, 'Forbidden');
      expectPattern(denied, 'message', /system:anonymous/);
    });
  },
} satisfies Case;

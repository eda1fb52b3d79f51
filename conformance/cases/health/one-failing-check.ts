import { expectLasting } from '../../fixtures/lasting.ts';
import type { Case } from '../../contract/case.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

export default {
  id: 'one-failing-check',
  title: 'A failing check MUST fail its endpoint and its own path, whatever else is excluded, and no other check.',
  requirements: [
    'HEALTH-006',
    'HEALTH-008',
    'HEALTH-012',
    'HEALTH-013',
    'HEALTH-017',
    'HEALTH-026',
    'HEALTH-021U',
    'HEALTH-023U',
  ],
  needs: ['launch-server'],
  async run(c) {
    const server = await c.launchServer({ server: ['--shutdown-delay-duration=60s'] });
    const { wire } = server;
    const whole = await wire.get('/readyz?verbose');
    expectOk(whole);
    const names = whole
      .text()
      .split('\n')
      .flatMap((line) => /^\[\+\](\S+) ok$/.exec(line)?.[1] ?? []);
    expectThat('checks of /readyz', names.includes('shutdown') && names.length > 2, 'shutdown and others', names);
    server.terminate();
    await c.eventually(async () => expectStatus(await wire.get('/readyz'), 500));
    const others = names.filter((name) => name !== 'shutdown');
    await c.holds(['HEALTH-017', 'HEALTH-021U', 'HEALTH-012'], () =>
      expectLasting(
        c,
        async () => {
          expectStatus(await wire.get('/readyz'), 500);
          expectStatus(await wire.get(`/readyz?exclude=${others[0]}`), 500);
          expectStatus(await wire.get(`/readyz?${others.map((name) => `exclude=${name}`).join('&')}`), 500);
          expectOk(await wire.get('/readyz?exclude=shutdown'));
          expectOk(await wire.get(`/readyz?exclude=${others[0]}&exclude=shutdown`));
          expectOk(await wire.get('/livez'));
        },
        3,
      ),
    );
    await c.holds(['HEALTH-006', 'HEALTH-026'], async () => {
      expectStatus(await wire.get('/readyz/shutdown'), 500);
      for (const name of others) expectOk(await wire.get(`/readyz/${name}`));
    });
    await c.holds(['HEALTH-008', 'HEALTH-023U', 'HEALTH-013'], async () => {
      const failed = (await wire.get('/readyz?verbose')).text().split('\n');
      expectEqual('checks that fail', failed.filter((line) => line.startsWith('[-]')).length, 1);
      expectThat(
        'line of the check',
        failed.some((line) => line.startsWith('[-]shutdown failed')),
        '[-]shutdown failed',
        failed,
      );
      for (const name of others)
        expectThat(`line of ${name}`, failed.includes(`[+]${name} ok`), `[+]${name} ok`, failed);
      const open = (await wire.get('/readyz?verbose&exclude=shutdown')).text();
      expectThat(
        'line of what is left out',
        /^\[\+\]shutdown excluded: ok$/m.test(open),
        '[+]shutdown excluded: ok',
        open,
      );
    });
  },
} satisfies Case;

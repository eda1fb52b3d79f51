import { agentPatience, passTime, readable, withJoinedAgent, withMovedClock } from '../../fixtures/joined-agent.ts';
import type { MovedClock } from '../../launch/moved-clock.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { textAt } from '../../wire/format/json-path.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

const path = '/checkpoint/default/no-such-pod/container';
const second = 1_000;

/** Milliseconds for which answers hold: about a token, and about an access that is granted or refused. */
interface Lifetimes {
  readonly token: number;
  readonly granted: number;
  readonly refused: number;
}

const usual: Lifetimes = { token: 120 * second, granted: 300 * second, refused: 30 * second };
const configured: Lifetimes = { token: 600 * second, granted: 90 * second, refused: 200 * second };

export default {
  id: 'reviews-are-kept',
  title: 'An agent MUST ask about a caller again when the answer is as old as configured, and SHOULD NOT before.',
  requirements: ['CKPT-026'],
  needs: ['launch-agent', 'impersonation'],
  async run(c) {
    await withMovedClock(c, async (clock) => {
      await judge(c, clock, usual, {});
      const text = (milliseconds: number) => `${milliseconds / second}s`;
      await judge(c, clock, configured, {
        authentication: { webhook: { cacheTTL: text(configured.token) } },
        authorization: {
          webhook: {
            cacheAuthorizedTTL: text(configured.granted),
            cacheUnauthorizedTTL: text(configured.refused),
          },
        },
      });
    });
  },
} satisfies Case;

/** By the clock of the agent an idle connection is old after a step, so it may be closed just as it is used again. */
async function sure<T>(send: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      if (tries === 5) throw error;
    }
  }
}

async function judge(c: CaseContext, clock: MovedClock, lifetimes: Lifetimes, configuration: object): Promise<void> {
  const name = c.unique('node');
  const flags = [
    `--hostname-override=${name}`,
    '--authorization-mode=Webhook',
    '--authentication-token-webhook=true',
    '--anonymous-auth=false',
  ];
  const joining = { name, flags, configuration: { ...readable, ...configuration, nodeLeaseDurationSeconds: 8 } };
  await withJoinedAgent(c, { ...joining, environment: clock.environment }, async (joined) => {
    const { agent, service } = joined;
    let asked: string[] = [];
    service.answers = ({ method, path: at }, sent) => {
      if (method !== 'POST') return undefined;
      if (at.endsWith('/tokenreviews')) {
        const username = textAt(sent, 'spec.token');
        asked.push(`token of ${username}`);
        return { ...(sent as object), status: { authenticated: true, user: { username } } };
      }
      if (!at.endsWith('/subjectaccessreviews')) return undefined;
      const user = textAt(sent, 'spec.user');
      asked.push(`access of ${user}`);
      return { ...(sent as object), status: { allowed: user === 'granted' } };
    };
    await c.eventually(async () => expectStatus(await agent.wire.post(path, undefined), 401), agentPatience);
    const call = async () => {
      asked = [];
      for (const [token, status] of [
        ['granted', 404],
        ['refused', 403],
      ] as const) {
        const caller = agent.wire.withHeaders({ authorization: `Bearer ${token}` });
        expectStatus(await sure(() => caller.post(path, undefined)), status);
      }
      return asked.toSorted();
    };
    const kinds = ['granted', 'refused'].flatMap((of) => [
      { what: `token of ${of}`, lifetime: lifetimes.token },
      { what: `access of ${of}`, lifetime: lifetimes[of as 'granted' | 'refused'] },
    ]);
    const all = kinds.map(({ what }) => what).sort();
    expectEqual('reviews of new callers', await call(), all);
    expectEqual('reviews of callers just reviewed', await call(), []);
    const since = new Map(all.map((what) => [what, clock.now()]));
    // From each lifetime a moment well before its end, and one after it. The machine may be slow, but not by so much.
    const margin = 12 * second;
    const ends = [...new Set(Object.values(lifetimes))].toSorted((one, other) => one - other);
    const begun = clock.now();
    for (const at of ends.flatMap((end) => [end - margin, end + margin])) {
      const step = begun + at - clock.now();
      if (step > 0) await passTime(c, joined, clock, step);
      const now = clock.now();
      const got = await call();
      for (const { what, lifetime } of kinds) {
        const age = now - (since.get(what) ?? 0);
        // Too close to the end to tell.
        if (Math.abs(age - lifetime) >= margin / 3)
          expectEqual(`review of the ${what} after ${Math.round(age / second)} s`, got.includes(what), age > lifetime);
        if (got.includes(what)) since.set(what, now);
      }
    }
  });
}

import t from 'tap';
import { Subscriptions } from './subscriptions.ts';

t.test('every subscriber hears of the end of the sequence once, of any selection', async (t) => {
  const subscriptions = new Subscriptions(() => t.fail('no defect'));
  const told: string[] = [];
  const scopes = {
    all: undefined,
    namespace: { namespace: 'a' },
    name: { name: 'p' },
    one: { namespace: 'a', name: 'p' },
  };
  for (const [what, scope] of Object.entries(scopes)) {
    subscriptions.add({ onEvents: () => {}, onLost: (reason) => void told.push(`${what}: ${reason}`) }, scope);
  }
  t.equal(subscriptions.size, 4);
  subscriptions.lose('reloaded');
  t.strictSame(told, ['all: reloaded', 'namespace: reloaded', 'name: reloaded', 'one: reloaded']);
  t.equal(subscriptions.size, 0);
  subscriptions.lose('again');
  t.equal(told.length, 4);
});

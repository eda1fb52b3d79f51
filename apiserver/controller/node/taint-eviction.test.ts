import t from 'tap';
import type { Toleration } from '../../../shared/object/toleration.ts';
import type { Pod, Taint } from './node-form.ts';
import { tolerates } from '../../../shared/object/toleration.ts';
import { evictionTime, taintTimes } from './taint-eviction.ts';

const now = Date.UTC(2026, 0, 1);
const taint: Taint = { key: 'k', value: 'v', effect: 'NoExecute' };
const pod = (...tolerations: Toleration[]): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 'x' },
  spec: { tolerations },
});

t.test('a toleration fits a taint by key, value and effect, with Exists by key and effect (NLIFE-007)', async (t) => {
  const fits = (toleration: Toleration) => tolerates(toleration, taint);
  for (const toleration of [
    { key: 'k', value: 'v' },
    { key: 'k', operator: 'Equal', value: 'v', effect: 'NoExecute' },
    { key: 'k', operator: 'Exists' },
    { key: 'k', operator: 'Exists', effect: '' },
    { operator: 'Exists' },
    { key: '', operator: 'Exists', effect: 'NoExecute' },
  ])
    t.ok(fits(toleration), JSON.stringify(toleration));
  for (const toleration of [
    {},
    { key: 'other', value: 'v' },
    { key: 'k' },
    { key: 'k', value: 'other' },
    { key: 'k', value: 'v', effect: 'NoSchedule' },
    { value: 'v' },
    { key: 'other', operator: 'Exists' },
    { operator: 'Exists', effect: 'NoSchedule' },
  ])
    t.notOk(fits(toleration), JSON.stringify(toleration));
  t.ok(tolerates({ key: 'k' }, { key: 'k', effect: 'NoExecute' }), 'no value is the empty one');
});

t.test('a pod is evicted at once, after its toleration seconds, or never', async (t) => {
  const added = { ...taint, timeAdded: '2025-12-31T23:59:50Z' };
  const fit = { key: 'k', value: 'v' };
  t.equal(evictionTime(pod(), [taint], now), now);
  t.equal(evictionTime(pod(), [{ ...taint, effect: 'NoSchedule' }], now), undefined, 'only NoExecute drives away');
  t.equal(evictionTime(pod(), [], now), undefined);
  t.equal(evictionTime(pod(fit), [taint], now), undefined, 'for ever');
  t.equal(evictionTime(pod({ ...fit, tolerationSeconds: 30 }), [taint], now), now + 30_000);
  const seen = taintTimes(undefined, [added], now);
  t.equal(evictionTime(pod({ ...fit, tolerationSeconds: 30 }), [added], now, seen), now + 20_000, 'from when it came');
  t.equal(evictionTime(pod({ ...fit, tolerationSeconds: 0 }), [added], now, seen), now, 'no time at all');
  t.equal(evictionTime(pod({ ...fit, tolerationSeconds: -5 }), [taint], now), now, 'below 0 is at once');
  const several = pod({ ...fit, tolerationSeconds: 60 }, { operator: 'Exists', tolerationSeconds: 20 }, fit);
  t.equal(evictionTime(several, [taint], now), now + 60_000, 'of several the first counts');
  const unlimited = pod({ key: 'other' }, fit, { ...fit, tolerationSeconds: 5 });
  t.equal(evictionTime(unlimited, [taint], now), undefined, 'for ever, when the first one says so');
  const second = { key: 'l', effect: 'NoExecute' };
  const both = pod({ ...fit, tolerationSeconds: 60 }, { key: 'l', tolerationSeconds: 10 });
  t.equal(evictionTime(both, [taint, second], now), now + 10_000, 'of several taints the first to end counts');
  t.equal(evictionTime(both, [second, taint], now), now + 10_000);
  t.equal(evictionTime(pod({ ...fit, tolerationSeconds: 60 }), [taint, second], now), now, 'each has to be tolerated');
  const leaving = pod();
  t.equal(
    evictionTime({ ...leaving, metadata: { ...leaving.metadata, deletionTimestamp: formatted } }, [taint], now),
    undefined,
    'one that goes already is left alone',
  );
});

t.test('a taint counts from when it is seen, or as it says itself when the node is new', async (t) => {
  const told = { ...taint, timeAdded: '2025-12-31T23:59:50Z' };
  const other = { ...taint, value: 'w' };
  const none = { key: 'n', effect: 'NoSchedule' };
  const times = (before: ReturnType<typeof taintTimes> | undefined, taints: readonly Taint[], at: number) => [
    ...taintTimes(before, taints, at).values(),
  ];
  t.strictSame(times(undefined, [taint, none], now), [now]);
  t.strictSame(times(undefined, [told], now), [now - 10_000]);
  t.strictSame(times(undefined, [{ ...taint, timeAdded: '2026-01-01T00:00:10Z' }], now), [now], 'not from the future');
  const first = taintTimes(undefined, [taint], now);
  t.strictSame(times(first, [taint, other], now + 5000), [now, now + 5000], 'another value is another taint');
  t.strictSame(times(new Map(), [told], now), [now], 'one that came while the node was known');
  t.strictSame(times(taintTimes(first, [], now), [taint], now + 9000), [now + 9000], 'one that came back');
});

t.test('a pod that came after the taint has its time from then on', async (t) => {
  const times = taintTimes(undefined, [{ ...taint, timeAdded: '2025-12-31T23:00:00Z' }], now);
  const limited = pod({ key: 'k', value: 'v', tolerationSeconds: 30 });
  const created = { ...limited, metadata: { ...limited.metadata, creationTimestamp: formatted } };
  t.equal(evictionTime(limited, [taint], now, times), now - 3_570_000);
  t.equal(evictionTime(created, [taint], now, times), now + 31_000, 'within the second that its time tells');
  const condition = (status: string) => ({
    ...created,
    status: { conditions: [{ type: 'PodScheduled', status, lastTransitionTime: '2026-01-01T00:01:00Z' }] },
  });
  t.equal(evictionTime(condition('True'), [taint], now, times), now + 91_000);
  t.equal(evictionTime(condition('False'), [taint], now, times), now + 31_000);
});

const formatted = '2026-01-01T00:00:00Z';

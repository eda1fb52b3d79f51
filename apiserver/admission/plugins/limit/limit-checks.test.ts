// The sentences of limit ranges, on both sides of each bound.

import t from 'tap';
import { claimViolations, containerViolations, type LimitItem, podViolations } from './limit-checks.ts';

const item = (bounds: Partial<LimitItem>, type = 'Container'): LimitItem => ({ type, ...bounds });
const using = (requests: Record<string, string>, limits: Record<string, string> = {}) => ({
  name: 'a',
  resources: { requests, limits },
});

const rows: readonly (readonly [Partial<LimitItem>, ReturnType<typeof using> | { name: string }, readonly string[]])[] =
  [
    [{ min: { cpu: '1' } }, using({ cpu: '1' }), []],
    [{ min: { cpu: '1' } }, using({ cpu: '1' }, { cpu: '1' }), []],
    [{ min: { cpu: '1' } }, using({ cpu: '999m' }), ['minimum cpu usage per Container is 1, but request is 999m']],
    [
      { min: { cpu: '1' } },
      using({ cpu: '1' }, { cpu: '0.5' }),
      ['minimum cpu usage per Container is 1, but limit is 500m'],
    ],
    [
      { min: { cpu: '1' } },
      using({ cpu: '0' }, { cpu: '0' }),
      ['minimum cpu usage per Container is 1, but request is 0'],
    ],
    [
      { min: { cpu: '1' } },
      using({}, { cpu: '2' }),
      ['minimum cpu usage per Container is 1.  No request is specified'],
    ],
    [{ min: { cpu: '1' } }, { name: 'a' }, ['minimum cpu usage per Container is 1.  No request is specified']],
    [{ max: { cpu: '1' } }, using({}, { cpu: '1' }), []],
    [{ max: { cpu: '1' } }, using({ cpu: '1' }, { cpu: '1' }), []],
    [{ max: { cpu: '1' } }, using({}, { cpu: '1001m' }), ['maximum cpu usage per Container is 1, but limit is 1001m']],
    [
      { max: { cpu: '1' } },
      using({ cpu: '2' }, { cpu: '1' }),
      ['maximum cpu usage per Container is 1, but request is 2'],
    ],
    [{ max: { cpu: '1' } }, using({ cpu: '1' }), ['maximum cpu usage per Container is 1.  No limit is specified']],
    [{ maxLimitRequestRatio: { cpu: '2' } }, using({ cpu: '1' }, { cpu: '2' }), []],
    [
      { maxLimitRequestRatio: { cpu: '1500m' } },
      using({ cpu: '1' }, { cpu: '2' }),
      ['cpu max limit to request ratio per Container is 1500m, but provided ratio is 2.000000'],
    ],
    [
      { maxLimitRequestRatio: { cpu: '2' } },
      using({ cpu: '0' }, { cpu: '2' }),
      ['cpu max limit to request ratio per Container is 2, but no request is specified or request is 0'],
    ],
    [
      { maxLimitRequestRatio: { cpu: '2' } },
      using({}, { cpu: '2' }),
      ['cpu max limit to request ratio per Container is 2, but no request is specified or request is 0'],
    ],
    [
      { maxLimitRequestRatio: { cpu: '2' } },
      using({ cpu: '1' }, { cpu: '0' }),
      ['cpu max limit to request ratio per Container is 2, but no limit is specified or limit is 0'],
    ],
    [
      { maxLimitRequestRatio: { cpu: '2' } },
      using({ cpu: '1' }),
      ['cpu max limit to request ratio per Container is 2, but no limit is specified or limit is 0'],
    ],
    [
      { min: { cpu: '1', memory: '1Mi' }, max: { cpu: '2' } },
      using({ cpu: '3', memory: '1' }, { cpu: '3' }),
      [
        'minimum memory usage per Container is 1Mi, but request is 1',
        'maximum cpu usage per Container is 2, but limit is 3',
      ],
    ],
    [{ min: { cpu: 'much' } }, using({}), []],
  ];

t.test('a container gets an error for each bound that it exceeds', async (t) => {
  for (const [bounds, container, wanted] of rows) {
    t.strictSame(containerViolations(item(bounds), container), wanted, JSON.stringify([bounds, container]));
  }
});

t.test('a claim is checked by its request alone, against ranges of claims alone', async (t) => {
  const type = 'PersistentVolumeClaim';
  const bounds = { min: { storage: '1Gi' }, max: { storage: '2Gi' } };
  for (const storage of ['1Gi', '2Gi']) t.strictSame(claimViolations(item(bounds, type), { storage }), []);
  t.strictSame(claimViolations(item(bounds, type), { storage: '1Mi' }), [
    `minimum storage usage per ${type} is 1Gi, but request is 1Mi`,
  ]);
  t.strictSame(claimViolations(item(bounds, type), { storage: '3Gi' }), [
    `maximum storage usage per ${type} is 2Gi, but request is 3Gi`,
  ]);
  t.strictSame(claimViolations(item(bounds, type), {}), [
    `minimum storage usage per ${type} is 1Gi.  No request is specified`,
    `maximum storage usage per ${type} is 2Gi.  No request is specified`,
  ]);
  t.strictSame(claimViolations(item(bounds), {}), []);
});

t.test('a pod is checked by the sum of its requests and by that of its limits', async (t) => {
  const containers = [using({ cpu: '1' }, { cpu: '2' }), using({ cpu: '1' }, { cpu: '2' })];
  t.strictSame(podViolations(item({ max: { cpu: '4' }, min: { cpu: '2' } }, 'Pod'), { containers }), []);
  t.strictSame(podViolations(item({ min: { cpu: '3' } }, 'Pod'), { containers }), [
    'minimum cpu usage per Pod is 3, but request is 2',
  ]);
  t.strictSame(podViolations(item({ max: { cpu: '3' } }, 'Pod'), { containers }), [
    'maximum cpu usage per Pod is 3, but limit is 4',
  ]);
  const initContainers = [using({ cpu: '5' }, { cpu: '5' })];
  t.strictSame(podViolations(item({ min: { cpu: '3' }, max: { cpu: '4' } }, 'Pod'), { containers, initContainers }), [
    'maximum cpu usage per Pod is 4, but limit is 5',
  ]);
  const lasting = { ...using({ cpu: '3' }, { cpu: '3' }), restartPolicy: 'Always' };
  const single = [using({ cpu: '1' }, { cpu: '1' })];
  t.strictSame(
    podViolations(item({ max: { cpu: '7' } }, 'Pod'), {
      containers: single,
      initContainers: [lasting, ...initContainers],
    }),
    ['maximum cpu usage per Pod is 7, but limit is 8'],
    'beside what was started before it and goes on',
  );
  const resources = { limits: { cpu: '5', 'hugepages-2Mi': '2Mi' }, requests: { cpu: '3' } };
  t.strictSame(
    podViolations(item({ max: { cpu: '4', 'hugepages-2Mi': '4Mi' }, min: { cpu: '3' } }, 'Pod'), {
      containers,
      resources,
    }),
    [
      'maximum cpu usage per Pod is 4, but limit is 5',
      'maximum hugepages-2Mi usage per Pod is 4Mi.  No limit is specified',
    ],
    'of cpu and memory counts what the pod says of itself',
  );
  t.strictSame(podViolations(item({ max: { cpu: '4' } }, 'Pod'), {}), [
    'maximum cpu usage per Pod is 4.  No limit is specified',
  ]);
});

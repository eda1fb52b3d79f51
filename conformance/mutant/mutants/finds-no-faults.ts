import { accepting } from '../contract/mutant.ts';

export default accepting(
  'finds-no-faults',
  'Objects with wrong fields are refused.',
  [
    'faults-of-pods',
    'faults-of-core-objects',
    'faults-of-workloads',
    'faults-of-scaled-workloads',
    'faults-of-rules-and-classes',
    'faults-of-hooks',
    'faults-of-definitions',
    'faults-of-rare-objects',
    'changes-of-pods',
    'changes-of-core-objects',
    'changes-of-workloads',
    'changes-of-rules-and-classes',
    'changes-of-hooks',
    'changes-of-rare-objects',
    'statuses-of-pods',
    'statuses-of-core-objects',
    'statuses-of-workloads',
    'statuses-of-other-objects',
    'policies-see-caller-and-object',
  ],
  ({ method }) => method === 'POST' || method === 'PUT',
  [422],
);

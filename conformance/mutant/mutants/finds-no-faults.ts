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
    'policies-see-caller-and-object',
  ],
  ({ method }) => method === 'POST',
  [422],
);

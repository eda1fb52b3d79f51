// The requirements of the area deletion (39).

import type { AreaRows } from '../contract/requirement.ts';

export const deletion: AreaRows = {
  area: 'deletion',
  prefix: 'DEL',
  count: 39,
  sections: [
    {
      document: 1,
      section: 'Resources and their fields > Delete options',
      requirements: [
        { id: 'DEL-001', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Delete options can ask for a dry run' },
        { id: 'DEL-002', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'The grace period of a delete is a whole number' },
        { id: 'DEL-003', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Delete options can say whether dependents become orphans' },
        { id: 'DEL-004', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Delete options can carry preconditions' },
        { id: 'DEL-005', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Delete options can carry a propagation policy' },
        { id: 'DEL-006', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Delete options can ask for the removal of unreadable objects' },
        { id: 'DEL-007', kind: 'default', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Unreadable objects are not removed unless asked for' },
        { id: 'DEL-008', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Removing an unreadable object excludes a dry run' },
        { id: 'DEL-009', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Removing an unreadable object excludes a grace period' },
        { id: 'DEL-010', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Removing an unreadable object excludes the orphan option' },
        { id: 'DEL-011', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Removing an unreadable object excludes preconditions' },
        { id: 'DEL-012', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Removing an unreadable object excludes a propagation policy' },
        { id: 'DEL-013', kind: 'flag', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'The option for unreadable objects needs its gate' },
        { id: 'DEL-014', kind: 'default', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'The gate of that option is off by default' },
        { id: 'DEL-015U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box', statement: 'Open: a second delete with another grace; a shorter one counts, a longer one does not' },
      ],
    },
    {
      document: 1,
      section: 'States and transitions > Object deletion',
      requirements: [
        { id: 'DEL-016', kind: 'transition', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'The delete request puts a live object under deletion' },
        { id: 'DEL-017', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'The begin of a deletion is written into the object' },
        { id: 'DEL-018', kind: 'semantics', subject: 'controller', level: 'must', observe: 'black-box', statement: 'Clean-up may begin once deletion has started' },
        { id: 'DEL-019', kind: 'ordering', subject: 'controller', level: 'must', observe: 'black-box', statement: 'Finalizers need no order' },
        { id: 'DEL-020', kind: 'transition', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Without finalizers an object under deletion is removed' },
        { id: 'DEL-021', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'What is removed is gone from the store' },
        { id: 'DEL-022', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'An object stays as long as one finalizer is left' },
        { id: 'DEL-023', kind: 'negative', subject: 'apiserver', level: 'should', observe: 'black-box', statement: 'Taking the last finalizer from a live object deletes nothing' },
        { id: 'DEL-024', kind: 'transition', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'The option for unreadable objects removes one whose usual delete failed to read it' },
        { id: 'DEL-025', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'The option for unreadable objects takes its own way only where reading failed' },
        { id: 'DEL-026', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'An object that cannot be decrypted or decoded counts as unreadable' },
        { id: 'DEL-027', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'Finalizers do not hold an unreadable object that the option removes' },
        { id: 'DEL-028', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up', noCase: 'no request can ask for both; see DEL-011' },
        { id: 'DEL-029', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'The usual delete of an unreadable object fails' },
        { id: 'DEL-030U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box', statement: 'Open: an object without finalizers; it is removed by the request itself' },
        { id: 'DEL-031U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper', statement: 'Open: finalizers that are added after the deletion began; a refusal is expected' },
      ],
    },
    {
      document: 1,
      section: 'Resources and their fields > Delete options',
      requirements: [
        { id: 'DEL-032U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box', statement: 'Open: the status for options that exclude each other; a refusal is expected' },
      ],
    },
    {
      document: 1,
      section: 'States and transitions > Object deletion',
      requirements: [
        { id: 'DEL-033', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box', statement: 'An object under deletion is read and listed as before' },
        { id: 'DEL-034', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box', statement: 'Deleting once more is no error' },
        { id: 'DEL-035', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box', statement: 'Finalizers are removed by PUT or PATCH' },
        { id: 'DEL-036', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box', statement: 'Watches see the begin and the end of a deletion' },
      ],
    },
    {
      document: 1,
      section: 'Endpoints > Verbs',
      requirements: [
        { id: 'DEL-037', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box', statement: 'Deleting a collection deletes each of its objects in the usual way' },
        { id: 'DEL-038U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
        { id: 'DEL-039', kind: 'default', subject: 'apiserver', level: 'should', observe: 'black-box', statement: 'A delete needs no body' },
      ],
    },
  ],
};

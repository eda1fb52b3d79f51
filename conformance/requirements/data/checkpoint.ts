// The requirements of the area checkpoint (30).

import type { AreaRows } from '../contract/requirement.ts';

export const checkpoint: AreaRows = {
  area: 'checkpoint',
  prefix: 'CKPT',
  count: 30,
  sections: [
    {
      document: 2,
      section: 'Endpoints > Node agent: container checkpoint',
      requirements: [
        { id: 'CKPT-001', kind: 'path', subject: 'agent', level: 'must', observe: 'black-box', statement: 'The agent takes checkpoints at a path of namespace, pod and container' },
        { id: 'CKPT-002', kind: 'verb', subject: 'agent', level: 'must', observe: 'black-box', statement: 'Only POST takes a checkpoint' },
        { id: 'CKPT-003', kind: 'default', subject: 'agent', level: 'must', observe: 'black-box', statement: 'Checkpoints are beta, and on' },
        { id: 'CKPT-004', kind: 'field', subject: 'agent', level: 'must', observe: 'black-box', statement: 'A checkpoint path names the namespace' },
        { id: 'CKPT-005', kind: 'field', subject: 'agent', level: 'must', observe: 'black-box', statement: 'A checkpoint path names the pod' },
        { id: 'CKPT-006', kind: 'field', subject: 'agent', level: 'must', observe: 'black-box', statement: 'A checkpoint path names the container' },
        { id: 'CKPT-007', kind: 'field', subject: 'agent', level: 'must', observe: 'black-box', statement: 'timeout is whole seconds' },
        { id: 'CKPT-008', kind: 'default', subject: 'agent', level: 'must', observe: 'black-box', statement: 'timeout 0, or none, is left to the runtime' },
        { id: 'CKPT-009', kind: 'semantics', subject: 'agent', level: 'may', observe: 'paper', statement: 'A checkpoint takes longer for more memory' },
        { id: 'CKPT-010', kind: 'semantics', subject: 'agent', level: 'must', observe: 'black-box', statement: 'The runtime makes the checkpoint' },
        { id: 'CKPT-011', kind: 'format', subject: 'agent', level: 'must', observe: 'black-box', statement: 'A checkpoint is a tar archive' },
        { id: 'CKPT-012', kind: 'path', subject: 'agent', level: 'must', observe: 'black-box', statement: 'The archive is named by pod, container and time' },
        { id: 'CKPT-013', kind: 'path', subject: 'agent', level: 'must', observe: 'black-box', statement: 'Archives lie in one folder below the root' },
        { id: 'CKPT-014', kind: 'flag', subject: 'agent', level: 'must', observe: 'start-up', statement: 'A flag sets the root folder' },
        { id: 'CKPT-015', kind: 'semantics', subject: 'agent', level: 'may', observe: 'paper', statement: 'The runtime decides what is in the archive' },
        { id: 'CKPT-016', kind: 'permission', subject: 'agent', level: 'should', observe: 'black-box', statement: 'Only root reads the archive' },
        { id: 'CKPT-017', kind: 'semantics', subject: 'agent', level: 'must', observe: 'paper', statement: 'The archive holds all memory, and its secrets' },
        { id: 'CKPT-018', kind: 'status-code', subject: 'agent', level: 'must', observe: 'black-box', statement: 'A checkpoint that was made is 200' },
        { id: 'CKPT-019', kind: 'status-code', subject: 'agent', level: 'must', observe: 'black-box', statement: 'The agent answers 401 to a checkpoint call without credentials' },
        { id: 'CKPT-020', kind: 'status-code', subject: 'agent', level: 'must', observe: 'start-up', statement: 'With the gate off it is 404' },
        { id: 'CKPT-021', kind: 'status-code', subject: 'agent', level: 'must', observe: 'black-box', statement: 'An unknown namespace makes a checkpoint call 404' },
        { id: 'CKPT-022', kind: 'status-code', subject: 'agent', level: 'must', observe: 'black-box', statement: 'An unknown pod makes a checkpoint call 404' },
        { id: 'CKPT-023', kind: 'status-code', subject: 'agent', level: 'must', observe: 'black-box', statement: 'An unknown container makes a checkpoint call 404' },
        { id: 'CKPT-024', kind: 'status-code', subject: 'agent', level: 'must', observe: 'black-box', statement: 'When the runtime fails it is 500' },
        { id: 'CKPT-025', kind: 'status-code', subject: 'agent', level: 'must', observe: 'black-box', statement: 'When the runtime cannot it is 500' },
        { id: 'CKPT-026', kind: 'permission', subject: 'agent', level: 'must', observe: 'black-box', statement: 'The agent decides by itself who may take checkpoints' },
        { id: 'CKPT-027U', kind: 'semantics', subject: 'agent', level: 'may', observe: 'paper', statement: 'Open: the body of a 200' },
        { id: 'CKPT-028U', kind: 'semantics', subject: 'agent', level: 'may', observe: 'black-box', statement: 'Open: the refusal of a caller without rights' },
        { id: 'CKPT-029U', kind: 'semantics', subject: 'agent', level: 'may', observe: 'paper', statement: 'Open: port, TLS and other endpoints' },
        { id: 'CKPT-030U', kind: 'semantics', subject: 'agent', level: 'may', observe: 'paper', statement: 'Open: a timeout that is no count of seconds' },
      ],
    },
  ],
};

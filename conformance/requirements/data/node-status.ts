// The requirements of the area node-status (38).

import type { AreaRows } from '../contract/requirement.ts';

export const nodeStatus: AreaRows = {
  area: 'node-status',
  prefix: 'NSTAT',
  count: 38,
  sections: [
    {
      document: 2,
      section: 'What the service does',
      requirements: [
        { id: 'NSTAT-001', kind: 'semantics', subject: 'agent', level: 'must', observe: 'black-box', statement: 'Every node has its agent' },
        { id: 'NSTAT-002', kind: 'semantics', subject: 'agent', level: 'must', observe: 'black-box', statement: 'The agent answers on the node' },
        { id: 'NSTAT-003', kind: 'semantics', subject: 'agent', level: 'must', observe: 'black-box', statement: 'The agent keeps the status of its node current' },
        { id: 'NSTAT-004', kind: 'semantics', subject: 'agent', level: 'must', observe: 'start-up', statement: 'The agent reads a configuration' },
      ],
    },
    {
      document: 2,
      section: 'Resources and their fields > Node status',
      requirements: [
        { id: 'NSTAT-005', kind: 'field', subject: 'agent', level: 'must', observe: 'black-box', statement: 'A node shows its host name' },
        { id: 'NSTAT-006', kind: 'flag', subject: 'agent', level: 'must', observe: 'start-up', statement: 'A flag replaces the name of the host' },
        { id: 'NSTAT-007', kind: 'field', subject: 'agent', level: 'must', observe: 'black-box', statement: 'A node may show an external address' },
        { id: 'NSTAT-008', kind: 'field', subject: 'agent', level: 'must', observe: 'black-box', statement: 'A node shows an internal address' },
        { id: 'NSTAT-009', kind: 'field', subject: 'agent', level: 'must', observe: 'black-box', statement: 'A condition of a node has six fields' },
        { id: 'NSTAT-010', kind: 'field', subject: 'agent', level: 'must', observe: 'black-box', statement: 'A node has the documented conditions' },
        { id: 'NSTAT-011', kind: 'field', subject: 'agent', level: 'must', observe: 'black-box', statement: 'A node shows what it has' },
        { id: 'NSTAT-012', kind: 'field', subject: 'agent', level: 'must', observe: 'black-box', statement: 'A node shows what pods may use' },
        { id: 'NSTAT-013', kind: 'field', subject: 'agent', level: 'must', observe: 'black-box', statement: 'A node tells its kernel' },
        { id: 'NSTAT-014', kind: 'field', subject: 'agent', level: 'must', observe: 'black-box', statement: 'A node tells the versions of agent and proxy' },
        { id: 'NSTAT-015', kind: 'field', subject: 'agent', level: 'must', observe: 'black-box', statement: 'A node tells its container runtime' },
        { id: 'NSTAT-016', kind: 'field', subject: 'agent', level: 'must', observe: 'black-box', statement: 'A node tells its operating system' },
        { id: 'NSTAT-017U', kind: 'semantics', subject: 'agent', level: 'may', observe: 'paper', statement: 'Names of fields of a node' },
      ],
    },
    {
      document: 2,
      section: 'Resources and their fields > Node status > Condition meanings',
      requirements: [
        { id: 'NSTAT-018', kind: 'semantics', subject: 'agent', level: 'must', observe: 'black-box', statement: 'A healthy node is ready' },
        { id: 'NSTAT-019', kind: 'semantics', subject: 'agent', level: 'must', observe: 'black-box', statement: 'Ready False: unhealthy, takes no pods' },
        { id: 'NSTAT-020', kind: 'semantics', subject: 'controller', level: 'must', observe: 'black-box', sameAs: ['NLIFE-001'], statement: 'Ready Unknown: silent for the grace period' },
        { id: 'NSTAT-021', kind: 'semantics', subject: 'agent', level: 'must', observe: 'black-box', statement: 'DiskPressure is True where there is too little, else False' },
        { id: 'NSTAT-022', kind: 'semantics', subject: 'agent', level: 'must', observe: 'black-box', statement: 'MemoryPressure is True where there is too little, else False' },
        { id: 'NSTAT-023', kind: 'semantics', subject: 'agent', level: 'must', observe: 'black-box', statement: 'PIDPressure is True where there is too little, else False' },
        { id: 'NSTAT-024', kind: 'semantics', subject: 'agent', level: 'must', observe: 'black-box', statement: 'NetworkUnavailable is False where the network is fine' },
        { id: 'NSTAT-025U', kind: 'semantics', subject: 'agent', level: 'may', observe: 'paper', statement: 'Open: when pressure begins' },
      ],
    },
    {
      document: 2,
      section: 'Limits',
      requirements: [
        { id: 'NSTAT-026', kind: 'semantics', subject: 'agent', level: 'must', observe: 'black-box', statement: 'A changed status is written' },
        { id: 'NSTAT-027', kind: 'default', subject: 'agent', level: 'must', observe: 'black-box', statement: 'Unchanged status is written every 5 min' },
        { id: 'NSTAT-028', kind: 'semantics', subject: 'agent', level: 'must', observe: 'black-box', statement: 'The agent has a lease for its node' },
        { id: 'NSTAT-029', kind: 'default', subject: 'agent', level: 'must', observe: 'black-box', statement: 'The lease is renewed every 10 s' },
        { id: 'NSTAT-030', kind: 'semantics', subject: 'agent', level: 'must', observe: 'black-box', statement: 'Failed renewals are tried again after 200 ms to 7 s' },
        { id: 'NSTAT-031', kind: 'semantics', subject: 'agent', level: 'must', observe: 'black-box', statement: 'A node tells that it lives by status and by lease' },
        { id: 'NSTAT-032', kind: 'semantics', subject: 'agent', level: 'must', observe: 'black-box', statement: 'The lease goes on without the status' },
        { id: 'NSTAT-033U', kind: 'semantics', subject: 'agent', level: 'may', observe: 'paper', statement: 'Open: name and fields of the lease' },
      ],
    },
    {
      document: 2,
      section: 'Resources and their fields > Node status',
      requirements: [
        { id: 'NSTAT-034', kind: 'format', subject: 'agent', level: 'should', observe: 'black-box', statement: 'The status of a condition is True, False or Unknown' },
        { id: 'NSTAT-035U', kind: 'semantics', subject: 'agent', level: 'may', observe: 'paper', statement: 'When the times of conditions move' },
        { id: 'NSTAT-036', kind: 'semantics', subject: 'agent', level: 'should', observe: 'black-box', statement: 'Allocatable never is more than capacity' },
      ],
    },
    {
      document: 2,
      section: 'Limits',
      requirements: [
        { id: 'NSTAT-037', kind: 'semantics', subject: 'agent', level: 'should', observe: 'black-box', statement: 'The lease is renewed while the status rests' },
        { id: 'NSTAT-038', kind: 'semantics', subject: 'agent', level: 'should', observe: 'black-box', statement: 'A change is written within seconds' },
      ],
    },
  ],
};

// The types of coordination.{api}/v1, in the notation of ../notation.ts: one field per line.

export const coordinationV1 = `
kind Lease
  metadata  1  meta/v1.ObjectMeta
  spec      2  LeaseSpec

kind LeaseList
  metadata  1  meta/v1.ListMeta
  items     2  [Lease]           required  written

type LeaseSpec
  holderIdentity        1  string?
  leaseDurationSeconds  2  int32?
  acquireTime           3  microTime?
  renewTime             4  microTime?
  leaseTransitions      5  int32?
  strategy              6  string?     gates(CoordinatedLeaderElection)
  preferredHolder       7  string?     gates(CoordinatedLeaderElection)
`;

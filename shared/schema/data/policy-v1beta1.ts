// The types of policy/v1beta1, in the notation of ../notation.ts: one field per line.

export const policyV1beta1 = `
kind Eviction
  metadata       1  meta/v1.ObjectMeta
  deleteOptions  2  meta/v1.DeleteOptions?
`;

// The types of storage.{api}/v1beta1, in the notation of ../notation.ts: one field per line.

export const storageV1beta1 = `
kind VolumeAttributesClass
  metadata    1  meta/v1.ObjectMeta
  driverName  2  string              required  written
  parameters  3  {string}

kind VolumeAttributesClassList
  metadata  1  meta/v1.ListMeta
  items     2  [VolumeAttributesClass]  required  written
`;

// What a certificate may be used for, by the names that certificate signing requests of the API use, with the bit or
// the object identifier each stands for (RFC 5280, 4.2.1.3 and 4.2.1.12).

/** Bits of the key usage extension. */
export const keyUsageBits = {
  signing: 0,
  'digital signature': 0,
  'content commitment': 1,
  'key encipherment': 2,
  'data encipherment': 3,
  'key agreement': 4,
  'cert sign': 5,
  'crl sign': 6,
  'encipher only': 7,
  'decipher only': 8,
} as const;

/** Identifiers of the extended key usage extension. */
export const extendedUsages = {
  any: '2.5.29.37.0',
  'server auth': '1.3.6.1.5.5.7.3.1',
  'client auth': '1.3.6.1.5.5.7.3.2',
  'code signing': '1.3.6.1.5.5.7.3.3',
  'email protection': '1.3.6.1.5.5.7.3.4',
  's/mime': '1.3.6.1.5.5.7.3.4',
  'ipsec end system': '1.3.6.1.5.5.7.3.5',
  'ipsec tunnel': '1.3.6.1.5.5.7.3.6',
  'ipsec user': '1.3.6.1.5.5.7.3.7',
  timestamping: '1.3.6.1.5.5.7.3.8',
  'ocsp signing': '1.3.6.1.5.5.7.3.9',
  'microsoft sgc': '1.3.6.1.4.1.311.10.3.3',
  'netscape sgc': '2.16.840.1.113730.4.1',
} as const;

export type Usage = keyof typeof keyUsageBits | keyof typeof extendedUsages;

export function isUsage(name: string): name is Usage {
  return Object.hasOwn(keyUsageBits, name) || Object.hasOwn(extendedUsages, name);
}

/** The bits and identifiers of these usages, each once, in the order of the tables. */
export function resolveUsages(usages: readonly Usage[]): { readonly bits: number[]; readonly identifiers: string[] } {
  const chosen = <V>(table: Readonly<Record<string, V>>): V[] => [
    ...new Set(usages.filter((usage) => Object.hasOwn(table, usage)).map((usage) => table[usage] as V)),
  ];
  return { bits: chosen<number>(keyUsageBits), identifiers: chosen<string>(extendedUsages) };
}

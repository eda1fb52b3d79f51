// Whether the kernel confines programs by AppArmor profiles.

import { readFileSync } from 'node:fs';

const parameter = '/sys/module/apparmor/parameters/enabled';

/** False where it is not built in, or switched off. */
export function hasAppArmor(path = parameter): boolean {
  try {
    return readFileSync(path, 'utf8').startsWith('Y');
  } catch {
    return false;
  }
}

// The two plug-ins for tests: one accepts every write, one refuses every write.

import type { AdmissionPlugin } from '../contract/admission.ts';
import { refusal } from '../rule/refusal.ts';

export function alwaysAdmit(): AdmissionPlugin {
  return { name: 'AlwaysAdmit', handles: () => false };
}

export function alwaysDeny(): AdmissionPlugin {
  return {
    name: 'AlwaysDeny',
    handles: () => true,
    async validate(attributes) {
      throw refusal(attributes, 'admission control is denying all modifications');
    },
  };
}

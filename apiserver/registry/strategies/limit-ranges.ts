// Limit ranges: limits and requests that a range leaves out follow from those it names.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Strategy } from '../resource.ts';

type Quantities = Record<string, string>;

interface LimitRange extends ApiObject {
  spec?: {
    limits?: { type?: string; max?: Quantities; min?: Quantities; default?: Quantities; defaultRequest?: Quantities }[];
  };
}

export const limitRangeStrategy: Strategy = {
  createOnUpdate: true,
  applyDefaults(object) {
    for (const item of (object as LimitRange).spec?.limits ?? []) {
      if (item.type !== 'Container') continue;
      const limits = { ...item.max, ...item.default };
      const requests = { ...item.min, ...limits, ...item.defaultRequest };
      if (Object.keys(limits).length > 0) item.default = limits;
      if (Object.keys(requests).length > 0) item.defaultRequest = requests;
    }
  },
};

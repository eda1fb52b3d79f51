// The option that says which names and behaviours the server has.

import { choiceOption } from '../option/option-entry.ts';
import { vendorIds } from '../../../shared/vendor/profile.ts';

export const vendor = choiceOption('vendor', 'names and behaviours of the API', vendorIds, { default: 'orch' });

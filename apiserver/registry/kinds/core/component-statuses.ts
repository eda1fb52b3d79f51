// The health of components, from before they reported it themselves: read only.

import type { KindRecord } from '../../contract/kind.ts';
import { name, printer, text } from '../printers/fields.ts';

export default {
  group: '',
  kind: 'ComponentStatus',
  name: 'componentstatuses',
  namespaced: false,
  versions: [{ version: 'v1', lifecycle: { deprecated: '1.19' } }],
  verbs: ['get', 'list'],
  shortNames: ['cs'],
  printer: printer(name, text('Status', 'status'), text('Message', 'message'), text('Error', 'error')),
} satisfies KindRecord;

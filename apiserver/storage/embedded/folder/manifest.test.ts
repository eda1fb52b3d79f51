import t from 'tap';
import { idLength } from '../wal/frame.ts';
import { manifestText, parseManifest } from './manifest.ts';

const id = Buffer.alloc(idLength, 7);
const text = manifestText({ file: 'log-1.log', id });

t.test('a manifest is read as it was written, and not with any other byte', async (t) => {
  t.match(parseManifest(Buffer.from(text)), { file: 'log-1.log', id });
  t.strictSame(parseManifest(Buffer.from(text.replace('log-1', 'log-2'))), { fault: 'does not match its checksum' });
  t.strictSame(parseManifest(Buffer.from(`${text} `)), { fault: 'does not match its checksum' });
  t.strictSame(parseManifest(Buffer.from(text.slice(0, -3))), { fault: 'cannot be read' });
  t.strictSame(parseManifest(Buffer.from('[]')), { fault: 'cannot be read' });
  t.strictSame(parseManifest(Buffer.from('null')), { fault: 'cannot be read' });
});

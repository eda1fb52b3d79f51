// Memory for blocks of objects. A block lives long and is then replaced by another one of another size; the allocator of the
// C library would keep the room, which short-lived buffers soon cut into pieces, so that a process once large stays large.
// Large blocks get pages of their own, which go back to the system with the block.

/** Blocks of at least this many bytes have their own pages; the last page is filled in part. */
const leastOwnPages = 32 * 1024;

/** The declarations of today's library leave the options out. */
const Resizable = ArrayBuffer as new (length: number, options: { readonly maxByteLength: number }) => ArrayBuffer;

/** Memory with any content. */
export function blockMemory(length: number): Buffer {
  if (length < leastOwnPages) return Buffer.allocUnsafeSlow(length);
  try {
    // The engine takes memory that could be resized from the system itself.
    return Buffer.from(new Resizable(length, { maxByteLength: length }), 0, length);
  } catch {
    // A process has only so many mappings.
    return Buffer.allocUnsafeSlow(length);
  }
}

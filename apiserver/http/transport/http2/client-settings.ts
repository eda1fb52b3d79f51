// What a client says about itself with SETTINGS (RFC 9113, section 6.5), applied to what we send.

import type { ConnectionSender } from './connection-sender.ts';
import type { OpenStreams } from './open-streams.ts';
import { ConnectionFault, defaultFrameSize, errorCode, largest, setting } from './frame/protocol.ts';

/** Applies the payload of a SETTINGS frame. Throws ConnectionFault. */
export function applySettings(payload: Buffer, sender: ConnectionSender, streams: OpenStreams): void {
  if (payload.length % 6 !== 0)
    throw new ConnectionFault(errorCode.frameSize, 'SETTINGS has no whole number of settings');
  for (let at = 0; at < payload.length; at += 6) {
    const value = payload.readUInt32BE(at + 2);
    switch (payload.readUInt16BE(at)) {
      case setting.headerTableSize:
        sender.encoder.resize(value);
        break;
      case setting.enablePush:
        if (value > 1) throw new ConnectionFault(errorCode.protocol, 'SETTINGS_ENABLE_PUSH is neither 0 nor 1');
        break;
      case setting.initialWindowSize:
        changeWindows(value, sender, streams);
        break;
      case setting.maxFrameSize:
        if (value < defaultFrameSize || value >= 2 ** 24) {
          throw new ConnectionFault(errorCode.protocol, 'SETTINGS_MAX_FRAME_SIZE is out of range');
        }
        sender.frameSize = value;
        break;
      default:
    }
  }
}

/** The windows of open streams change with the one that new streams have; they may become negative. */
function changeWindows(size: number, sender: ConnectionSender, streams: OpenStreams): void {
  if (size > largest) throw new ConnectionFault(errorCode.flowControl, 'SETTINGS_INITIAL_WINDOW_SIZE is too large');
  const change = size - sender.streamWindow;
  sender.streamWindow = size;
  for (const stream of streams.all()) {
    stream.sendWindow += change;
    if (stream.sendWindow > largest)
      throw new ConnectionFault(errorCode.flowControl, 'the window of a stream is too large');
    if (change > 0 && (stream.queued > 0 || stream.ending)) stream.send();
  }
}

// A process without any work, to watch (`stall-watch.ts`): when it stands still, it is for want of a processor.

setInterval(() => {}, 60_000);

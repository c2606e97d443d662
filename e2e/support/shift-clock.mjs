/**
 * Loaded into an application process whose clock shall run ahead of the machine's: `CLOCK_AHEAD_MS` milliseconds, for the
 * whole process. Plain JavaScript, because it is loaded before anything that could translate it.
 */
const aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0);
const machineNow = Date.now;
const shiftedNow = () => machineNow() + aheadMs;

Date.now = shiftedNow;
globalThis.Date = new Proxy(Date, {
  construct: (target, given, as) => Reflect.construct(target, given.length === 0 ? [shiftedNow()] : given, as),
});

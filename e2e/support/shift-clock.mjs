/**
 * Loaded into an application process to set its clock ahead by `CLOCK_AHEAD_MS` milliseconds. Plain JavaScript, because
 * it is loaded before TypeScript can be compiled.
 */
const aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0);
const machineNow = Date.now;
const shiftedNow = () => machineNow() + aheadMs;

Date.now = shiftedNow;
globalThis.Date = new Proxy(Date, {
  construct: (target, given, as) => Reflect.construct(target, given.length === 0 ? [shiftedNow()] : given, as),
});

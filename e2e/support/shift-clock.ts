/**
 * Loaded into an application process whose clock shall run ahead of the machine's: `CLOCK_AHEAD_MS` milliseconds, for the
 * whole process.
 */
const aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0);
const machineNow = Date.now;
const shiftedNow = () => machineNow() + aheadMs;

Date.now = shiftedNow;
globalThis.Date = new Proxy(Date, {
  construct: (target, given, as) => Reflect.construct(target, given.length === 0 ? [shiftedNow()] : given, as),
});

// What is not an import or export would be a script, whose names are everybody's.
export {};

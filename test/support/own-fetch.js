/*
 * Gives Node's `fetch` its own connections. Whichever copy of undici is loaded first provides them for the whole process,
 * and that of jsdom would run on the timers of the tests, which may be simulated.
 */
fetch('data:,');

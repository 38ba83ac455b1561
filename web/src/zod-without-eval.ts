import * as z from 'zod/mini';

/* Keeps zod from trying `eval`, which the Content-Security-Policy forbids. Must run before any schema is created. */
z.config({ jitless: true });

// Runs before each test file of a project that plays in memory (jest.config.js).
process.env.TABLE_STAGE = 'memory';

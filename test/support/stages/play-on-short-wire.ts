// Runs before each test file of a project that reaches the engine without the wire of the AWS SDK (jest.config.js).
process.env.TABLE_STAGE = 'short wire';

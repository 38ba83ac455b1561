/** The operation of a command of the AWS SDK: `PutObject` for a PutObjectCommand. */
export const operationOf = (command: object): string =>
  command.constructor.name.replace(/Command$/, '');

/** The operation of a command of the AWS SDK: `PutObject` for a PutObjectCommand. A bundle numbers classes of the same name. */
export const operationOf = (command: object): string =>
  command.constructor.name.replace(/Command\d*$/, '');

import { uploadFile } from './file.ts';
import { object, oneOf, required, text } from './params.ts';
import { listRoute, retrieveRoute } from './resource.ts';
import { route } from './route.ts';

const upload = object({ filename: text, type: text, data: text });

export const fileRoutes = [
  route(
    { method: 'POST', path: '/v1/files', multipart: true },
    { purpose: oneOf('dispute_evidence'), file: upload },
    (context, params) => {
      const purpose = required(params.purpose, 'purpose');
      const { filename = 'file', data = '' } = required(params.file, 'file');
      return uploadFile(context, purpose, { filename, data });
    },
  ),
  listRoute('/v1/files', 'files', ['purpose']),
  retrieveRoute('/v1/files/:id', 'files'),
];

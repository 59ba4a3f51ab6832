/** Media: files that editors upload. Validated by their contents, kept in a storage, and rendered in the sizes that a site needs. */

import { type Entity, everyField } from '../../../schema/model.ts'
import { because } from '../../../schema/reasons.ts'
import type { Feature } from '../../feature.ts'
import { json } from '../../http/answer.ts'
import { readJson } from '../../http/body.ts'
import { changed } from '../../http/document-answer.ts'
import type { ApiRequest } from '../../http/request.ts'
import { routesWhere } from '../../http/routes.ts'
import { documentAt } from '../../local/address.ts'
import type { Options } from '../../options.ts'
import type { Settings } from '../../settings.ts'
import { wrongStorage } from '../../storage/contract.ts'
import { takenTwice } from '../../taken-twice.ts'
import { whereAdmitted, wrongEntry } from './accepted.ts'
import { FACTS, MEDIA, mediaCollection } from './collection.ts'
import { mediaCheck, mediaRender } from './commands.ts'
import { mediaConfig } from './config.ts'
import { beginUpload, completeUpload } from './direct.ts'
import { replaceByRequest, uploadByRequest } from './doors.ts'
import { hasSharp } from './images.ts'
import { mediaMethods } from './local.ts'
import { servePrivate, signedURL, withoutPrivate } from './private-files.ts'
import { servePublic } from './serve.ts'
import { mediaSteps, receivedMedia } from './steps.ts'
import { filesTable, WaitingFiles } from './table.ts'

const at = ({ engine, caller, params }: ApiRequest) => documentAt(engine, caller.actor, MEDIA, params['id'])

export const media: Feature = {
  name: 'media',
  config: mediaConfig,
  check,
  checkEntity: wrongFiles,
  collections: (settings) => [mediaCollection(settings)],
  tables: () => [filesTable],
  received: receivedMedia,
  steps: mediaSteps,
  unsettable: ({ slug }, path) =>
    slug === MEDIA && FACTS.some((name) => name === path)
      ? 'describes the file, so only an upload sets it; `replaceFile` gives the document another file'
      : undefined,
  restrict: (entity, caller) => withoutPrivate(entity, caller),
  choices: ({ mimeTypes, to }) =>
    to === MEDIA && mimeTypes
      ? {
          where: whereAdmitted(mimeTypes),
          refusal: because('file-type', { types: mimeTypes }, `must be of the type: ${mimeTypes.join(', ')}`),
        }
      : undefined,
  create: {
    [MEDIA]: {
      takes: {
        'multipart/form-data': {
          type: 'object',
          properties: { file: { type: 'string', format: 'binary' } },
          required: ['file'],
        },
        'application/json': { type: 'object', properties: { url: { type: 'string', format: 'uri' } }, required: ['url'] },
      },
      run: uploadByRequest,
    },
  },
  routes: ({ upload: { storage, privateStorage } }) => [
    { method: 'GET', path: '/media/file/:name', name: 'file', run: servePublic },
    { method: 'GET', path: '/media/private/:name', name: 'privateFile', run: servePrivate },
    {
      method: 'PUT',
      path: '/media/:id/file',
      name: 'replaceFile',
      run: async (request) => changed(request, 200, await replaceByRequest(request, at(request))),
    },
    {
      method: 'POST',
      path: '/media/:id/signed-url',
      name: 'signedURL',
      run: async (request) => {
        const place = at(request)
        return json(200, JSON.stringify(await signedURL(request.engine, request.caller, place, await readJson(request.exchange))))
      },
    },
    ...routesWhere(storage?.uploadURL ?? privateStorage?.uploadURL, 'upload: { storage: s3(…) }; without it, send the file to /media', [
      { method: 'POST', path: '/media/uploads', name: 'beginUpload', run: beginUpload },
      { method: 'POST', path: '/media/uploads/complete', name: 'completeUpload', run: completeUpload },
    ]),
  ],
  local: mediaMethods,
  jobs: [{ name: 'media', run: (engine) => new WaitingFiles(engine).sweep() }],
  commands: [mediaCheck, mediaRender],
}

function wrongFiles({ slug, options, fields }: Entity, { upload }: Settings): string[] {
  const ofUploads = [...everyField(fields)].flatMap(({ path, mimeTypes = [], folder }) => [
    ...mimeTypes.flatMap((entry) => wrongEntry(entry, upload.mimeTypes) ?? []).map((problem) => `${slug}.${path}.mimeTypes: ${problem}`),
    ...(folder !== undefined && !upload.folders ? [`${slug}.${path}.folder: needs folders; add 'upload: { folders: true }'`] : []),
  ])
  if (slug !== MEDIA) return ofUploads
  const ofDocuments = ['drafts', 'versions'].filter((word) => options[word])
  return [...ofUploads, ...ofDocuments.map((word) => `media: '${word}' is not for files, which have one content at a time`)]
}

function check({ upload: { imageSizes, mimeTypes, storage, privateStorage } }: Settings, given: Options): string[] {
  const problems = mimeTypes
    .flatMap((entry) => (typeof entry === 'string' ? (wrongEntry(entry) ?? []) : []))
    .map((problem) => `upload.mimeTypes: ${problem}`)
  const names = imageSizes.map((size) => size.name)
  for (const name of names) {
    if (!/^[A-Za-z0-9_-]+$/.test(name)) problems.push(`upload.imageSizes: the name '${name}' may hold only letters, digits, '-' and '_'`)
  }
  problems.push(...takenTwice('upload.imageSizes', names))
  for (const { name, fit, height } of given.upload?.imageSizes ?? [])
    if (fit !== undefined && height === undefined)
      problems.push(`upload.imageSizes: 'fit' of '${name}' has no effect without 'height', since the picture keeps its proportions`)
  if (imageSizes.length > 0 && !hasSharp()) problems.push('upload.imageSizes needs the image library. Add it:\n    npm install sharp')
  if (storage !== undefined && given.upload?.dir !== undefined)
    problems.push("upload.dir: has no effect next to 'upload.storage', which says where files are kept; remove one of them")
  problems.push(...wrongStorage('upload.storage', storage), ...wrongStorage('upload.privateStorage', privateStorage))
  return [...new Set(problems)]
}

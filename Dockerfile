# The three programs in one image: `docker run IMAGE orch-apiserver ...`, `orch-agent ...`, `orch-conformance ...`.
FROM node:22-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN node scripts/setup.mjs && mkdir /package && npm pack --ignore-scripts --pack-destination /package

FROM node:22-bookworm-slim
COPY --from=build /package/*.tgz /package/
RUN npm install --global --omit=dev --ignore-scripts /package/*.tgz && rm -rf /package /root/.npm
# The agent needs root on its host; the server and the suite do not.
USER node
CMD ["orch-apiserver", "--help"]

# The programs in one image: `docker run IMAGE orch-apiserver ...`, `orch-agent ...`, `orch-conformance ...`.
FROM node:22-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN node scripts/setup.mjs && mkdir /package && npm pack --ignore-scripts --pack-destination /package

FROM node:22-bookworm-slim
COPY --from=build /package/*.tgz /package/
RUN npm install --global --omit=dev --ignore-scripts /package/*.tgz && rm -rf /package /root/.npm
# For the data of the server: a volume that is new takes the owner from here.
RUN install --directory --owner=node --group=node --mode=0700 /var/lib/orch-apiserver
# The agent needs root on its host; the server and the suite do not. By number (node): hosts that let no root in may ask for it.
USER 1000:1000
CMD ["orch-apiserver", "--help"]

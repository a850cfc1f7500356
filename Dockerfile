# One image for coordinator, worker and command line. The distribution is built outside: ./tidemark --version
#
#   docker build -t tidemark .
#   docker run --rm tidemark --help
ARG BASE_IMAGE=eclipse-temurin:17-jre
FROM ${BASE_IMAGE}

COPY deploy/target/tidemark /opt/tidemark
# A volume that is mounted here first gets this owner.
COPY --chown=10001:10001 deploy/docker/data /data

ENV PATH=/opt/tidemark/bin:$PATH
WORKDIR /data
USER 10001:10001
ENTRYPOINT ["/opt/tidemark/bin/tidemark"]
CMD ["--help"]

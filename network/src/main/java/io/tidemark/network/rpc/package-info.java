/**
 * gRPC between coordinator, workers and clients, and who may take part.
 *
 * <p>Central types: {@link io.tidemark.network.rpc.RpcServer} and {@link io.tidemark.network.rpc.RpcChannels}; {@link
 * io.tidemark.network.rpc.Security} holds the shared secret and the rule for addresses beyond this machine, for the data
 * plane too.
 *
 * <p>Threading: thread-safe.
 */
package io.tidemark.network.rpc;
